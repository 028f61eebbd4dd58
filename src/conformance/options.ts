import type { Report, RuleResult } from './report/report.ts'

/** The options of a conformance run (conformance, How do I run it in my own tests?). */
export interface ConformanceOptions {
  /** The URL of the target, without `/v1`: `http://127.0.0.1:4010`. */
  readonly baseUrl: string
  /** A test key; a live key is refused. Not needed if the control protocol creates accounts. */
  readonly key?: string | undefined
  /** A live key. Rules that buy with it also need `allowSpend`, except in accounts that the run creates for them. */
  readonly liveKey?: string | undefined
  /** A key with the one scope `wallet:read`. */
  readonly limitedKey?: string | undefined
  /** A key that was revoked. */
  readonly revokedKey?: string | undefined
  /** A key whose `expires_at` is in the past. */
  readonly expiredKey?: string | undefined
  /** `auto` (default) uses the control protocol at `{baseUrl}/_drydock` if it responds; a URL names another address. */
  readonly control?: 'auto' | 'off' | `http${string}` | undefined
  /** The token that the control protocol demands. */
  readonly controlToken?: string | undefined
  /** Headers that are added to every request to the target, such as one that a gateway demands. Reports do not contain their values. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The target's test data: the parsed content of a profile file. */
  readonly profile?: unknown
  /** The file that the profile was read from. Reports name it in the command that runs a rule again. */
  readonly profileFile?: string | undefined
  /** `HOST:PORT` to receive webhook deliveries on. */
  readonly webhookListen?: string | undefined
  /** The URL at which the target reaches the address of `webhookListen`. */
  readonly webhookPublicUrl?: string | undefined
  /** The secret with which the target signs deliveries. */
  readonly webhookSecret?: string | undefined
  /** Lets rules spend money of the live wallet, up to `maxSpendCents`. */
  readonly allowSpend?: boolean | undefined
  /** Lets rules use up the rate limits of an account that the run did not create. */
  readonly allowLoad?: boolean | undefined
  /** Lets rules buy with the test key although there is no live wallet that could show that such purchases are free. */
  readonly trustSandbox?: boolean | undefined
  /** How long one rule may wait for real time to pass, in milliseconds. */
  readonly allowWaitMs?: number | undefined
  /**
   * How much the run may cost the live wallet at most, in cents. It counts purchases with live keys, and purchases with
   * test keys until they are proved free. The default is 2,000 with `allowSpend`, else 5,000.
   */
  readonly maxSpendCents?: number | undefined
  /** Allows keys to be sent over plain HTTP to a host that is not on this machine or its network. */
  readonly allowHttp?: boolean | undefined
  /** Ids of the rules to run. `*` stands for any characters: `['RATE-*', 'LABEL-001']`. */
  readonly only?: readonly string[] | undefined
  /** Ids of the rules to leave out. `*` stands for any characters. */
  readonly skip?: readonly string[] | undefined
  /** Runs only one part (shard) of the rules: `{ index: 1, count: 3 }` is the first of three parts. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined
  /** Stops after the first rule that fails. */
  readonly bail?: boolean | undefined
  /** How many rules run at a time. */
  readonly concurrency?: number | undefined
  /** How long one response may take, in milliseconds (default 30,000). */
  readonly timeoutMs?: number | undefined
  /**
   * How long to wait for a webhook delivery that is due, in milliseconds (default 30,000). If each rule has a separate
   * account, the first waits take only a third of this time. Waits get longer after a late delivery, and very short if
   * the first deliveries never come.
   */
  readonly deliveryPatienceMs?: number | undefined
  /** How long the whole run may wait after 429 responses, in milliseconds (default 300,000). */
  readonly throttlePatienceMs?: number | undefined
  /**
   * `documented` (default) respects the documented rate limits in an account that the run did not create; `off` is for
   * a target without limits.
   */
  readonly pace?: 'documented' | 'off' | undefined
  /**
   * How long to explore the target by random walks (series of random requests): a time such as `30s`, or a number such
   * as `200-walks`. Without it, the run takes a few walks, always the same.
   */
  readonly explore?: string | undefined
  /** The seed of the random walks: a whole number, or `random` for another seed in each run. */
  readonly exploreSeed?: number | 'random' | undefined
  /** The text of a JSON report with random walks, or of one walk. The run repeats these walks and takes no other walks. */
  readonly walk?: string | undefined
  /** Ends the random walks once every selected rule about walks has failed, and does not shorten the failing walks. */
  readonly exploreUntilFound?: boolean | undefined
  /** Aborts the run. The report then has the results up to that moment. */
  readonly signal?: AbortSignal | undefined
  /** Is called as each wait in real time begins. */
  onWait?(wait: RunWait): void
  /** Is called at most once a second while the target responds slowly, and with undefined once it responds fast again. */
  onSlow?(slow: RunSlowness | undefined): void
  /** Is called as each rule ends: `done` of `total` rules have ended. */
  onResult?(result: RuleResult, progress: { readonly done: number; readonly total: number }): void
}

/** The report of a run, and functions that keep the secrets of the run out of other output. */
export interface FinishedRun {
  readonly report: Report
  /** Returns the mask of the first secret in a text; undefined if the text has no secret. */
  findSecret(text: string): string | undefined
  /** Returns the text with its secrets masked. */
  conceal(text: string): string
  /** How many requests each rule sent, by the id of the rule and by operation. */
  readonly sent: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** A wait in real time, as `onWait` gets it. */
export interface RunWait {
  /** The reason for the wait, as it follows "waiting for": `the limit of POST /v1/batches (10 a minute)`. */
  readonly what: string
  /** How long the wait takes, in milliseconds. */
  readonly waitMs: number
  /** How many rules have not ended yet. */
  readonly rulesLeft: number
  /** About how long the remaining rules will take, in milliseconds. */
  readonly aboutMs: number
}

/** A target that responds slowly, as `onSlow` gets it. */
export interface RunSlowness {
  /** About how long a response takes, in milliseconds. */
  readonly answerMs: number
  /** How many rules have not ended yet. */
  readonly rulesLeft: number
  /** About how long the remaining rules will take, in milliseconds. */
  readonly aboutMs: number
}
