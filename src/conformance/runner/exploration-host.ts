import { StepRefused } from '../explore/cast.ts'
import type { ExploringHost } from '../explore/host.ts'
import type { Answer } from '../http/answer.ts'
import type { Client } from '../http/client.ts'
import { OverBudget, Throttled } from '../http/failures.ts'
import { pause } from '../http/pause.ts'
import type { SendingRule } from '../http/sending-rule.ts'
import type { Leftover } from '../report/report.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { Buying } from './buying.ts'
import { NotBought } from './buying-gate.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { Patience } from './patience.ts'
import { madeIn } from './spending.ts'

/** The parts of a run that its exploration uses. */
export interface ExploringRun {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly buying: Buying
  readonly patience: Patience
  readonly leftovers: Leftover[]
  readonly clockTrust: Pick<ClockTrust, 'moved'>
}

/** The rule id under which walks send requests. */
const walker = 'EXPL'
const lookEveryMs = 20

/** Lets walks send requests within the limits of the run and within what it may spend. */
export function openExploringHost(run: ExploringRun): ExploringHost {
  const { target, client, signal, buying, patience } = run
  const own = hasOwnAccounts(target)
  const takes429 = own || target.permissions.load
  const send: ExploringHost['send'] = async (request, { onExchange, nameKey }) => {
    const sender: SendingRule = {
      onExchange,
      onAnswer: (answer: Answer) => record(answer, run, own),
      onLost: () => undefined,
      ruleId: walker,
      nameKey,
      maySpend: () => own,
      toSend: (operation, sent) => buying.toSend({ id: 'EXPL-001' }, operation, sent),
    }
    try {
      return await client.send({ ...request, takes429 }, sender)
    } catch (error) {
      const isKept = error instanceof NotBought || error instanceof OverBudget || error instanceof Throttled
      throw isKept ? new StepRefused(error.message, { wasSent: false }) : error
    }
  }
  return {
    target,
    signal,
    send,
    waitFor: async (labelId, isThere) => {
      if (isThere()) return true
      const wait = patience.begin('event', labelId)
      while (!isThere() && !wait.over.aborted) await pause(lookEveryMs, signal)
      if (isThere()) wait.came()
      else wait.timedOut()
      return isThere()
    },
  }
}

/** In an account that is not made for the run, notes prices and what the walk leaves behind. */
function record(answer: Answer, { leftovers, buying }: ExploringRun, own: boolean): void {
  if (own) return
  buying.record(answer)
  const made = madeIn(answer)
  if (made !== undefined) leftovers.push({ ...made, note: 'made with the test key on a walk' })
}
