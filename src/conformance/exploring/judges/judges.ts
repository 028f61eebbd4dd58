import { type AnyJudge, anyJudge } from '../judge.ts'
import { wallets } from './wallets.ts'

/** The model of the specification, group by group. */
export const judges: readonly AnyJudge[] = [anyJudge(wallets)]
