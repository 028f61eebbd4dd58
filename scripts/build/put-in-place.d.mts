export function putInPlace(from: string, to: string): void
