export declare function findPgbouncer(): string | undefined;
