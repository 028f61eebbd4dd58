import { type AnyJudge, anyJudge } from '../judge.ts'
import { batches } from './batches.ts'
import { labels } from './labels.ts'
import { rates } from './rates.ts'
import { wallets } from './wallets.ts'

/** The model of the specification, group by group. */
export const judges: readonly AnyJudge[] = [
  anyJudge(wallets),
  anyJudge(rates),
  anyJudge(labels),
  anyJudge(batches),
]
