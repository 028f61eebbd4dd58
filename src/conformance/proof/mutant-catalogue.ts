import { topics } from '../catalogue.ts'
import type { Mutant } from './mutant.ts'

/** Loads all mutants, in the order of the topics. */
export async function loadMutants(): Promise<readonly Mutant[]> {
  return (await Promise.all(topics.map((topic) => topic.mutants()))).flat()
}
