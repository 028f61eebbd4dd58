import type { ControlCall } from '../explore/cast.ts'
import { Unsafe } from '../http/failures.ts'
import type { ActiveRule } from '../rule.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import { type ControlClient, successOf } from '../target/control-client.ts'
import type { MadeAccount } from '../target/discovery.ts'
import { type SharedAccount, shareAccount } from '../target/shared-account.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Run } from './run-in-progress.ts'

/** A rule with the account that it runs in, and what it may do there. */
export interface RuleExecution {
  readonly rule: ActiveRule
  readonly run: Run
  /** The account that was made for the rule; undefined if none was. */
  readonly made: MadeAccount | undefined
  /** Whether rules have accounts of their own. */
  readonly own: boolean
  /** Whether the account's clock can be moved. */
  readonly hasClock: boolean
  /** The shared account, whose changes are undone; undefined if the rule has one of its own or no control protocol. */
  readonly shared: SharedAccount | undefined
  /** Whether the rule has declared this need. */
  may(need: 'spend' | 'load'): boolean
  /** Hears of each call of the control protocol. */
  readonly controlCalls: { onCall(call: ControlCall): void }
  /** The account by the control protocol. Throws Unsafe if there is no control protocol. */
  controlled(): ControlledAccount
}

/** Opens the execution of a rule. */
export function openExecution(rule: ActiveRule, run: Run, made: MadeAccount | undefined): RuleExecution {
  const { control } = run.target
  const controlCalls: RuleExecution['controlCalls'] = { onCall: () => undefined }
  const own = hasOwnAccounts(run.target)
  const account =
    control === undefined
      ? undefined
      : openControlledAccount(
          listening(control.client, (call) => controlCalls.onCall(call)),
          made?.id ?? 'default',
          control.carriers,
        )
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
    controlCalls,
    may: (need) => rule.needs.some((each) => each === need),
    controlled: () => {
      if (used === undefined) throw new Unsafe(`${rule.id} uses the control protocol without needing it`)
      return used
    },
  }
}

/** The account, with a call of `onMoved` each time its clock is moved. */
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

/** A client of the control protocol that tells of each call that was answered. */
function listening(client: ControlClient, onCall: (call: ControlCall) => void): ControlClient {
  return {
    ...client,
    call: async (method, path, body) => {
      const answer = await client.ask(method, path, body)
      onCall({ method, path, body, status: answer.status, answer: undefined })
      return successOf(`${method} ${path}`, answer)
    },
  }
}
