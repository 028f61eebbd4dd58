import type { ActiveRule } from '../rule.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { MadeAccount } from '../target/discovery.ts'
import { type SharedAccount, shareAccount } from '../target/shared-account.ts'
import { hasOwnAccounts } from '../target/target.ts'
import { Unsafe } from '../wire/failures.ts'
import type { Run } from './run-in-progress.ts'

/** A rule, where it runs, and what it may do there. */
export interface RuleExecution {
  readonly rule: ActiveRule
  readonly run: Run
  /** The account that was made for it, if one was. */
  readonly made: MadeAccount | undefined
  /** Nobody else uses its account. */
  readonly own: boolean
  /** The account's clock can be moved. */
  readonly hasClock: boolean
  /** Others' account, to be left as it was; undefined where there is nothing to put back. */
  readonly shared: SharedAccount | undefined
  may(need: 'spend' | 'load'): boolean
  /** Its account by the control protocol. Throws Unsafe where there is none. */
  controlled(): ControlledAccount
}

export function openExecution(rule: ActiveRule, run: Run, made: MadeAccount | undefined): RuleExecution {
  const { control } = run.target
  const own = hasOwnAccounts(run.target)
  const account =
    control === undefined ? undefined : openControlledAccount(control.client, made?.id ?? 'default')
  const shared =
    account === undefined || own
      ? undefined
      : shareAccount(account, {
          onTimeMoved: () => run.pool?.clear(),
          onWalletSet: () => run.liveWallet?.forget(),
        })
  const used = watchClock(shared?.account ?? account, () => run.clockTrust.moved(rule.id))
  return {
    rule,
    run,
    made,
    own,
    hasClock: control?.works.has('clock') === true,
    shared,
    may: (need) => rule.needs.some((each) => each === need),
    controlled: () => {
      if (used === undefined) throw new Unsafe(`${rule.id} uses the control protocol without needing it`)
      return used
    },
  }
}

/** The account, with word of each time that its clock is moved. */
function watchClock(
  account: ControlledAccount | undefined,
  onMoved: () => void,
): ControlledAccount | undefined {
  if (account === undefined) return undefined
  const { clock } = account
  return {
    ...account,
    clock: {
      ...clock,
      advance: (spanMs) => {
        onMoved()
        return clock.advance(spanMs)
      },
      next: (kind) => {
        onMoved()
        return clock.next(kind)
      },
    },
  }
}
