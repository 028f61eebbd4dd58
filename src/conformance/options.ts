import type { Report, RuleResult } from './report/report.ts'
import type { RunSlowness, RunWait } from './running/run-wait.ts'

/** What a run needs and may do (conformance, In your own tests). */
export interface ConformanceOptions {
  readonly baseUrl: string
  /** A test key; live keys are refused. Not needed where the control protocol makes accounts. */
  readonly key?: string | undefined
  readonly liveKey?: string | undefined
  /** A key with the one scope `wallet:read`. */
  readonly limitedKey?: string | undefined
  readonly revokedKey?: string | undefined
  readonly expiredKey?: string | undefined
  /** `auto` (default) uses `{baseUrl}/_drydock` if it answers. */
  readonly control?: 'auto' | 'off' | `http${string}` | undefined
  readonly controlToken?: string | undefined
  /** The target's test data, as a profile file has it. */
  readonly profile?: unknown
  /** Where the profile was read from, for the line that runs a rule again. */
  readonly profileFile?: string | undefined
  /** `HOST:PORT` to receive webhook deliveries on. */
  readonly webhookListen?: string | undefined
  /** How the target reaches that address. */
  readonly webhookPublicUrl?: string | undefined
  readonly webhookSecret?: string | undefined
  readonly allowSpend?: boolean | undefined
  readonly allowLoad?: boolean | undefined
  /** Lets rules buy with the test key though no live key is given whose wallet could prove that it is free. */
  readonly trustSandbox?: boolean | undefined
  /** Real time a rule may wait, in milliseconds. */
  readonly allowWaitMs?: number | undefined
  /**
   * The most that may be lost from the live wallet at worst, in cents: what it is charged for, and what test keys buy
   * until it has proved to be free (default 2,000 with `allowSpend`, else 5,000).
   */
  readonly maxSpendCents?: number | undefined
  /** Sends keys over plain HTTP to a host that is not on this machine or its network. */
  readonly allowHttp?: boolean | undefined
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  readonly shard?: { readonly index: number; readonly count: number } | undefined
  /** Stops after the first rule that fails. */
  readonly bail?: boolean | undefined
  readonly concurrency?: number | undefined
  /** How long one answer may take, in milliseconds (default 30,000). */
  readonly timeoutMs?: number | undefined
  /**
   * How long to wait for a delivery that is due, in milliseconds (default 30,000): a third of it where rules have accounts
   * of their own, until one has come late; hardly at all once the first have not come.
   */
  readonly deliveryPatienceMs?: number | undefined
  /** How long the run may wait for limits that are used up, in milliseconds (default 300,000). */
  readonly throttlePatienceMs?: number | undefined
  /** `documented` (default) keeps to the limits where the account is somebody's own; `off` is for a target that has none. */
  readonly pace?: 'documented' | 'off' | undefined
  /** How far walks through the target go: a time such as `30s`, or `200-walks`; a few, always the same, where left out. */
  readonly explore?: string | undefined
  /** What walks are drawn from: a whole number, or `random` for another each time. */
  readonly exploreSeed?: number | 'random' | undefined
  /** Ends the walks once each rule chosen that speaks for them has failed, and makes no failure shorter. */
  readonly exploreUntilFound?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears of each wait for real time as it begins. */
  onWait?(wait: RunWait): void
  /** Hears, every second at most, that the target answers slowly; with nothing once it does no more. */
  onSlow?(slow: RunSlowness | undefined): void
  /** Hears of each rule as it ends. */
  onResult?(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
}

/** A run's report, and what must never be in anything that is written about it. */
export interface FinishedRun {
  readonly report: Report
  /** Names the first secret that a text holds; undefined where it holds none. */
  findSecret(text: string): string | undefined
  /** The text without secrets. */
  conceal(text: string): string
  /** Requests sent by each rule, by operation. */
  readonly sent: ReadonlyMap<string, ReadonlyMap<string, number>>
}
