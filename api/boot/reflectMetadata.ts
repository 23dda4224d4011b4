// A module of its own: bundlers load packages after a file's own modules, and decorators need this one before.
import "reflect-metadata";
