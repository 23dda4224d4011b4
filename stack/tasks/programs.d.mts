export declare function compileModules(root: string, workspace: string): Promise<void>;
export declare function bundleService(root: string, workspace: string): Promise<void>;
