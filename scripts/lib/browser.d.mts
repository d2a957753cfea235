export declare const BROWSER_ARGS: string[];
export declare function findBrowser(): { executablePath: string; env: Record<string, string> };
