export declare const BROWSER_ARGS: string[];
export declare function findBrowser(): { executablePath: string; env: Record<string, string> };
/** A browser of the system, if there is one. */
export declare function findWholeBrowser(): string | undefined;
