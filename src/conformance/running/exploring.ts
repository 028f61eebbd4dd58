import type { ExploringHost } from '../exploring/host.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Run } from './open-context.ts'

/** The name under which walks send, for those who count and wait. */
const sender = 'exploration'

/** What a run lends to its exploration: it keeps to what the run may send and spend. */
export function openExploringHost(run: Run): ExploringHost {
  const { target, client, signal, buying, patience } = run
  return {
    target,
    signal,
    send: (request, { onExchange, nameKey }) =>
      client.send(
        { ...request, takes429: true },
        {
          onExchange,
          onAnswer: () => undefined,
          onLost: () => undefined,
          ruleId: sender,
          nameKey,
          maySpend: () => hasOwnAccounts(target),
          toSend: buying.send,
        },
      ),
    waitFor: async (labelId, isThere) => {
      if (isThere()) return true
      const wait = patience.begin('event', labelId)
      while (!isThere() && !wait.over.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
      if (isThere()) wait.came()
      else wait.timedOut()
      return isThere()
    },
  }
}
