import { refuseField } from '../requests/json-body.ts'
import type { NamedSnapshotRecord, SimulatorRecords } from './simulator-records.ts'

/** The maximum number of named snapshots of one account. */
export const maxNamedSnapshots = 50

/** The maximum bytes of the named snapshots of all accounts together, because they are kept in memory. */
export const maxSnapshotBytes = 256 * 1024 * 1024

type Place = Pick<NamedSnapshotRecord, 'account' | 'name'>

/**
 * The snapshots that the simulator keeps under a name. They belong to no account's state, so a reset and a restored
 * snapshot leave them; deleting the account deletes them. The text of each is stored in parts, so that no record is
 * long. A snapshot exists once its own record does: parts without one are from a save that did not end.
 */
export class NamedSnapshots {
  readonly #records: Pick<SimulatorRecords, 'snapshots' | 'snapshotParts'>
  readonly #maxBytes: number
  #lastNumber = 0
  #unfinishedBytes = 0

  constructor(records: SimulatorRecords, maxBytes = maxSnapshotBytes) {
    this.#records = records
    this.#maxBytes = maxBytes
  }

  /** Removes the parts of saves that did not end. To be called after a start, before the first save. */
  removeUnfinished(): void {
    const { snapshots, snapshotParts } = this.#records
    const numbers = new Set([...snapshots.values()].map(({ number }) => number))
    this.#lastNumber = Math.max(0, ...numbers)
    for (const id of [...snapshotParts.keys()])
      if (!numbers.has(Number(id.split('.')[0]))) snapshotParts.delete(id)
  }

  /** Returns the snapshots of an account, the newest first. */
  list(account: string): readonly NamedSnapshotRecord[] {
    const own = [...this.#records.snapshots.values()].filter((snapshot) => snapshot.account === account)
    return own.sort((a, b) => b.number - a.number)
  }

  find(place: Place): NamedSnapshotRecord | undefined {
    return this.#records.snapshots.get(joinKey(place))
  }

  /** Returns the parts of a snapshot's JSON text as they are now; each is read when it is needed. */
  readTexts({ number, parts }: NamedSnapshotRecord): Iterable<string> {
    const { snapshotParts } = this.#records
    return parseTexts(
      Array.from({ length: parts }, (_, part) => snapshotParts.toJson(`${number}.${part}`) ?? '""'),
    )
  }

  /**
   * Begins to save a snapshot. It replaces one of the same name once it is complete. Throws VALIDATION.FIELD.INVALID
   * if the account has too many.
   */
  begin(place: Place): SnapshotWriter {
    if (this.find(place) === undefined && this.list(place.account).length >= maxNamedSnapshots)
      refuseField(
        'name',
        `would be the ${maxNamedSnapshots + 1}st snapshot of this account; delete one of its ${maxNamedSnapshots} first`,
      )
    this.#lastNumber += 1
    return this.#createWriter(place, this.#lastNumber)
  }

  /** Deletes a named snapshot; returns whether there was one. */
  delete(place: Place): boolean {
    const found = this.find(place)
    if (found === undefined) return false
    this.#records.snapshots.delete(joinKey(place))
    this.#removeParts(found)
    return true
  }

  deleteAll(account: string): void {
    for (const snapshot of this.list(account)) this.delete(snapshot)
  }

  #createWriter(place: Place, number: number): SnapshotWriter {
    const { snapshots, snapshotParts } = this.#records
    let parts = 0
    let bytes = 0
    const end = (): void => {
      this.#unfinishedBytes -= bytes
    }
    return {
      add: (text) => {
        const length = Buffer.byteLength(text)
        if (this.#countBytes() + length > this.#maxBytes)
          refuseField(
            'name',
            `cannot be saved: the named snapshots of all accounts together may have ${this.#maxBytes} bytes; delete some first`,
          )
        snapshotParts.set(`${number}.${parts}`, text)
        parts += 1
        bytes += length
        this.#unfinishedBytes += length
      },
      finish: (times) => {
        end()
        this.delete(place)
        const record = { ...place, ...times, number, parts, bytes }
        snapshots.set(joinKey(place), record)
        return record
      },
      abandon: () => {
        end()
        this.#removeParts({ number, parts })
      },
    }
  }

  #countBytes(): number {
    let bytes = this.#unfinishedBytes
    for (const snapshot of this.#records.snapshots.values()) bytes += snapshot.bytes
    return bytes
  }

  #removeParts({ number, parts }: Pick<NamedSnapshotRecord, 'number' | 'parts'>): void {
    for (let part = 0; part < parts; part += 1) this.#records.snapshotParts.delete(`${number}.${part}`)
  }
}

/** Takes the text of a snapshot part by part. It must be finished or abandoned. */
export interface SnapshotWriter {
  /** Throws VALIDATION.FIELD.INVALID if all snapshots together become too large. */
  add(text: string): void
  finish(times: Pick<NamedSnapshotRecord, 'savedAtMs' | 'clockAtMs'>): NamedSnapshotRecord
  abandon(): void
}

/** A name has no slash, so that the key belongs to one account and one name. */
function joinKey({ account, name }: Place): string {
  return `${account}/${name}`
}

function* parseTexts(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield JSON.parse(text)
}
