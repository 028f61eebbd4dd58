import { readdirSync } from 'node:fs'
import type { World } from './world.ts'

/** A test and the rows it says it proves. */
export interface Declaration {
  readonly rows: readonly string[]
  readonly title: string
  readonly prove: (world: World) => Promise<void>
}

let collected: Declaration[] | null = null

export function isCollecting(): boolean {
  return collected !== null
}

export function declare(declaration: Declaration): void {
  collected?.push(declaration)
}

/** What every file of this folder declares, none of its tests being run. */
export async function collectDeclarations(): Promise<readonly Declaration[]> {
  const topics = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.test.ts') && name !== 'every-row.test.ts',
  )
  const all: Declaration[] = []
  collected = all
  try {
    // The query makes it a module of its own: the file itself may have been loaded in this process, to be run.
    await Promise.all(topics.map((name) => import(/* @vite-ignore */ `./${name}?collected`)))
  } finally {
    collected = null
  }
  return all
}
