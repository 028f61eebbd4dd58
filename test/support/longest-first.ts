import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Returns a vitest sequencer that starts the files with this name first. Otherwise one core would run the longest file
 * alone at the end.
 */
export function createSequencerThatBeginsWith(fileName: string): typeof BaseSequencer {
  const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(`/${fileName}`)
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
    }
  }
}
