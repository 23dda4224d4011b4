export interface Import {
  readonly file: string;
  readonly source: string;
  readonly target: string;
  readonly isForTests: boolean;
}
export declare function importsOf(root: string, workspace: string): Import[];
