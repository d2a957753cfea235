export declare const root: string;
export declare function pinnedNode(): string;
export declare function ensureWebBuilt(): Promise<boolean>;
