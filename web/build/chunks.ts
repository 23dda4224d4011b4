interface Chunk {
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly isEntry: boolean;
}

/** Returns the names of chunks and of all their transitive imports. */
export function withImports(
  chunks: ReadonlyMap<string, Pick<Chunk, "imports">>,
  ...start: string[]
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(chunks.get(name)?.imports ?? []));
  }
  return found;
}

/**
 * Returns the chunks of a page with lazily loaded modules, which `moduleName` names: the entry, the modules' chunks and
 * all their imports. Throws for a module that is in no chunk.
 */
export function chunksOfPage(
  chunks: ReadonlyMap<string, Chunk>,
  modules: readonly string[],
  moduleName: (id: string) => string,
): ReadonlySet<string> {
  const entries = [...chunks].filter(([, chunk]) => chunk.isEntry).map(([name]) => name);
  const late = modules.map((module) => {
    for (const [name, { moduleIds }] of chunks) if (moduleIds.some((id) => moduleName(id) === module)) return name;
    throw new Error(`build/routes.ts names the module ${module}, but no chunk contains it`);
  });
  return withImports(chunks, ...entries, ...late);
}
