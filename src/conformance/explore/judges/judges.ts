import { type AnyJudge, anyJudge } from '../judge.ts'
import { answers } from './answers.ts'
import { batches } from './batches.ts'
import { events } from './events.ts'
import { isolation } from './isolation.ts'
import { keys } from './keys.ts'
import { labels } from './labels.ts'
import { limits } from './limits.ts'
import { rates } from './rates.ts'
import { trackers } from './trackers.ts'
import { wallets } from './wallets.ts'

/** The model of the specification, group by group. */
export const judges: readonly AnyJudge[] = [
  anyJudge(wallets),
  anyJudge(rates),
  anyJudge(labels),
  anyJudge(batches),
  anyJudge(trackers),
  anyJudge(events),
  anyJudge(keys),
  anyJudge(limits),
  anyJudge(isolation),
  anyJudge(answers),
]
