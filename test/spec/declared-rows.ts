/** A test and the rows it says it proves. */
export interface Declaration {
  readonly rows: readonly string[]
  readonly title: string
}

let collected: Declaration[] | null = null

export function isCollecting(): boolean {
  return collected !== null
}

export function declare(declaration: Declaration): void {
  collected?.push(declaration)
}

/** What is declared while a file of tests is loaded, none of its tests being run. */
export async function collectDeclarations(load: () => Promise<unknown>): Promise<readonly Declaration[]> {
  collected = []
  try {
    await load()
    return collected
  } finally {
    collected = null
  }
}
