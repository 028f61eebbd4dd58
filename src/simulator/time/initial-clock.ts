/** How the clock of an account begins. */
export interface InitialClock {
  readonly mode: 'realtime' | 'frozen'
  readonly rate: number
  /** Null: the machine's time at the moment the account is made. */
  readonly nowMs: number | null
}
