/** Node's options and the server's program, relative to the repository. */
export declare const SERVER: string[];
