import { batches } from './batches/batch-oracle.ts'
import { events } from './events/event-oracle.ts'
import { isolation } from './isolation-oracle.ts'
import { keys } from './key-oracle.ts'
import { labels } from './labels/label-oracle.ts'
import { limits } from './limit-oracle.ts'
import { type AnyJudge, anyJudge } from './oracle.ts'
import { rates } from './rates/rate-oracle.ts'
import { answers } from './response-oracle.ts'
import { trackers } from './tracker-oracle.ts'
import { wallets } from './wallets/wallet-oracle.ts'

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
