import type { CallRequest } from '../call-request.ts'
import type { ControlCall } from '../explore/clients.ts'
import type { Answer } from '../http/answer.ts'
import { Unsafe } from '../http/failures.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import { type ControlClient, requireSuccess } from '../target/control-client.ts'
import { type MadeAccount, makeAccount, tryDeleteAccount } from '../target/discovery.ts'
import { minutes } from '../target/need.ts'
import { openSharedAccount, type SharedAccount } from '../target/shared-account.ts'
import { hasOwnAccounts } from '../target/target.ts'
import type { Run } from './open-run.ts'
import { prepareExpiredKey } from './waiting/shared-account-waits.ts'

/** A rule in progress, with its account and what the rule may do there. */
export interface RuleExecution {
  readonly rule: ActiveRule
  readonly run: Run
  /** The account that the run created for the rule; undefined if it created none. */
  readonly made: MadeAccount | undefined
  /** True if each rule has a separate account. */
  readonly own: boolean
  /** True if the control protocol can move the account's clock. */
  readonly hasClock: boolean
  /**
   * The account that all rules share, if there is a control protocol. The rule's changes to it are undone. Undefined if
   * the rule has a separate account.
   */
  readonly shared: SharedAccount | undefined
  /** Returns true if the rule has declared that it spends money, or that it uses up rate limits. */
  hasDeclared(need: 'spend' | 'load'): boolean
  /** `onCall` is called with each call of the control protocol. */
  readonly controlCalls: { onCall(call: ControlCall): void }
  /** Returns the rule's account, which the rule can change by the control protocol. Throws Unsafe if there is no such account. */
  requireAccount(): ControlledAccount
}

/** Creates the `RuleExecution` of a rule that is about to run. */
export function createRuleExecution(
  rule: ActiveRule,
  run: Run,
  made: MadeAccount | undefined,
): RuleExecution {
  const { control } = run.target
  const controlCalls: RuleExecution['controlCalls'] = { onCall: () => undefined }
  const own = hasOwnAccounts(run.target)
  const account =
    control === undefined
      ? undefined
      : openControlledAccount(
          watchControlCalls(control.client, (call) => controlCalls.onCall(call)),
          made?.id ?? 'default',
          control.carriers,
        )
  const shared =
    account === undefined || own
      ? undefined
      : openSharedAccount(account, {
          onTimeMoved: () => run.pool?.clear(),
          onWalletSet: () => run.liveWallet?.forgetBalance(),
        })
  const used = watchClockMoves(shared?.account ?? account, () => run.clockTrust.recordClockMove(rule.id))
  return {
    rule,
    run,
    made,
    own,
    hasClock: control?.works.has('clock') === true,
    shared,
    controlCalls,
    hasDeclared: (need) => rule.needs.some((each) => each === need),
    requireAccount: () => {
      if (used === undefined)
        throw new Unsafe(`${rule.id} uses the control protocol, but its needs list no "control:" part`)
      return used
    },
  }
}

/** Returns the same account with functions that call `onMoved` each time they move the clock. */
function watchClockMoves(
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

/** Returns the same client with functions that call `onCall` with each control-protocol call that got a response. */
function watchControlCalls(client: ControlClient, onCall: (call: ControlCall) => void): ControlClient {
  return {
    ...client,
    call: async (method, path, body) => {
      const answer = await client.ask(method, path, body)
      onCall({ method, path, body, status: answer.status, answer: undefined })
      return requireSuccess(`${method} ${path}`, answer)
    },
  }
}

/** Lets time pass for a rule, and tells it the time of the target. */
export interface RuleClock {
  /** Returns how the rule let time pass: by moving the clock (`virtual`) or by waiting (`real`); null if it let no time pass. */
  getPassedTimeKind(): 'virtual' | 'real' | null
  readonly passTime: RuleContext['passTime']
  /** Resolves with the target's time in milliseconds since 1970. Calls `ask` to send a request if no response has shown the time yet. */
  now(ask: () => Promise<unknown>): Promise<number>
  record(answer: Answer): void
}

/** Creates the clock of a rule. */
export function createRuleClock({ hasClock, requireAccount, run, rule }: RuleExecution): RuleClock {
  let kind: 'virtual' | 'real' | null = null
  /** The last response with a header `Date`, from which the target's time is read. */
  let dated: Answer | undefined
  return {
    getPassedTimeKind: () => kind,
    passTime: async (spanMs) => {
      kind = hasClock ? 'virtual' : 'real'
      if (hasClock) await requireAccount().clock.advance(spanMs)
      else await run.waits.pause(`time to pass (${rule.id})`, spanMs)
    },
    now: async (ask) => {
      if (hasClock) return requireAccount().clock.now()
      if (computeClockSkewMs(dated) === undefined) await ask()
      return Date.now() + (computeClockSkewMs(dated) ?? 0)
    },
    record: (answer) => {
      if (answer.headers['date'] !== undefined) dated = answer
    },
  }
}

/** Returns how far the target's clock is ahead of this machine's, in milliseconds; undefined without a header `Date`. */
function computeClockSkewMs(dated: Answer | undefined): number | undefined {
  const serverMs = Date.parse(dated?.headers['date'] ?? '')
  return dated === undefined || Number.isNaN(serverMs) ? undefined : serverMs - dated.receivedAtMs
}

/** The API keys of a rule: the keys of its account or of the options, and keys that the control protocol creates for the rule. */
export interface RuleKeys {
  /** Returns the test key or live key of the account or of the options. Throws Unsafe if there is none. */
  requireGivenKey(kind: 'test' | 'live'): string
  /** Returns the API key that a request asks for; undefined if the request must have no key. */
  findKey(key: CallRequest['key']): string | undefined
  readonly key: RuleContext['key']
  readonly createKeyWithScopes: RuleContext['createKeyWithScopes']
}

/** Prepares the keys of a rule without creating any. */
export function prepareRuleKeys(execution: RuleExecution): RuleKeys {
  const { rule, run, made, requireAccount } = execution
  const { target } = run
  const given: RuleKeys['requireGivenKey'] = (kind) => {
    const fresh = kind === 'test' ? run.limitRenewal?.getKey() : undefined
    const value = made?.keys[kind] ?? fresh ?? target.keys[kind]
    if (value === undefined)
      throw new Unsafe(`${rule.id} uses a ${kind} key, but its needs do not list "key:${kind}"`)
    return value
  }
  const createKeyWithScopes: RuleKeys['createKeyWithScopes'] = async (scopes, environment = 'test') => {
    const { key } = await requireAccount().keys.create({ environment, scopes })
    return key
  }
  return {
    requireGivenKey: given,
    findKey: (key) => {
      if (key === null) return undefined
      return typeof key === 'object' ? key.value : given(key ?? 'test')
    },
    createKeyWithScopes,
    key: async (kind) => {
      if (kind === 'test' || kind === 'live') return given(kind)
      if (target.control?.works.has('keys') === true) {
        if (kind === 'limited') return createKeyWithScopes(['wallet:read'])
        return kind === 'revoked' ? createRevokedKey(execution) : createExpiredKey(execution)
      }
      const value = target.keys[kind]
      if (value === undefined)
        throw new Unsafe(`${rule.id} uses a ${kind} key, but its needs do not list "key:${kind}"`)
      return value
    },
  }
}

async function createRevokedKey({ requireAccount }: RuleExecution): Promise<string> {
  const { keys } = requireAccount()
  const { id, key } = await keys.create({ environment: 'test' })
  await keys.revoke(id)
  return key
}

async function createExpiredKey({ requireAccount, hasClock, run, rule }: RuleExecution): Promise<string> {
  const { keys, clock } = requireAccount()
  if (!hasClock) return (run.expiredKey ?? prepareExpiredKey(requireAccount(), run)).waitForKey(rule.id)
  const { key } = await keys.create({
    environment: 'test',
    expires_at: new Date((await clock.now()) + minutes(1)).toISOString(),
  })
  await clock.advance(minutes(2))
  return key
}

/** A second account that a rule can ask for. With it, the rule tests what another client of the service sees. */
export interface OtherClient {
  readonly getKeys: RuleContext['getOtherClientKeys']
  /** Starts to delete the second account. The end of the run waits for this, the rule does not. */
  cleanUp(): void
}

/** Prepares a second account for a rule without creating it. */
export function prepareOtherClient({ rule, run }: RuleExecution): OtherClient {
  const { control } = run.target
  let making: Promise<MadeAccount> | undefined
  return {
    getKeys: async () => {
      if (control === undefined || !hasOwnAccounts(run.target)) {
        throw new Unsafe(`${rule.id} asks for another client, but its needs do not list "control:accounts"`)
      }
      making ??= makeAccount(control.client)
      return (await making).keys
    },
    cleanUp: () => {
      if (making === undefined) return
      const deleteOtherAccount = (made: MadeAccount) => deleteAccount(made, { rule, run })
      // If the second account could not be created, there is nothing to delete, and the rule has already ended with the error.
      run.deletions.push(making.then(deleteOtherAccount, () => undefined))
    },
  }
}

/** Deletes an account that the run created for a rule. If that fails, the report lists the account as a leftover. */
export async function deleteAccount(
  { id }: MadeAccount,
  { rule, run }: { readonly rule: ActiveRule; readonly run: Run },
): Promise<void> {
  const { control } = run.target
  if (control === undefined || (await tryDeleteAccount(control.client, id))) return
  run.leftovers.push({ kind: 'account', id, note: `made for ${rule.id}, could not be deleted` })
}
