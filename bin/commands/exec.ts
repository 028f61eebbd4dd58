import type { Command } from '../parsing/command.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { execReviewOptions, prepareReview, reviewFlag } from '../review/exec-reviewed.ts'
import { readServerOptions, serverOptions } from '../server-options.ts'
import { CommandRuns } from '../varying/command-runs.ts'
import { execWithVariations, refuseOptionsWithoutVary, vary, varyOptions } from '../varying/exec-varied.ts'

export const exec: Command = {
  options: [...serverOptions, ...varyOptions, ...execReviewOptions],
  examples: [
    { line: 'drydock exec -- npm test', does: 'Run tests, which find the simulator in DRYDOCK_URL' },
    {
      line: 'drydock exec -- drydock conformance',
      does: 'Start a simulator and run the conformance suite against it',
    },
    {
      line: 'drydock exec --seed 7 --clock frozen -- pytest',
      does: 'Run tests with the same ids, numbers and times in every run',
    },
    {
      line: 'drydock exec --review --min situations=5 -- npm test',
      does: 'Run the tests, then show which situations the app has met, and its mistakes',
    },
    {
      line: 'drydock exec --vary each -- npm test',
      does: 'Find out with which other conformant services the tests pass',
    },
  ],
  run: async (input) => {
    if (input.rest.length === 0) throw new UsageError('Name the command to run after --.')
    const chosen = input.get(vary)
    if (chosen !== undefined && input.get(reviewFlag))
      throw new UsageError('Choose one of --vary and --review.')
    const finish = prepareReview(input)
    if (chosen === undefined && finish === undefined) refuseOptionsWithoutVary(input)
    const runs = new CommandRuns(input, input.rest)
    if (chosen !== undefined) return execWithVariations(input, runs, chosen)
    return (await runs.run(readServerOptions(input), { finish })).status
  },
}
