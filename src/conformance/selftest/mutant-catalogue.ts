import { topics } from '../catalogue.ts'
import type { Mutant } from './mutant.ts'

/** Every deviation that the suite must catch, topic by topic. */
export async function loadMutants(): Promise<readonly Mutant[]> {
  return (await Promise.all(topics.map((topic) => topic.mutants()))).flat()
}
