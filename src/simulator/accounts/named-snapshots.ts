import { refuseField } from '../requests/json-body.ts'
import type { NamedSnapshotRecord, SimulatorRecords } from './simulator-records.ts'

/** The maximum number of named snapshots of one account. */
export const maxNamedSnapshots = 50

/** The maximum size of the named snapshots of all accounts together. They are kept in memory. */
export const maxSnapshotBytes = 256 * 1024 * 1024

type Place = Pick<NamedSnapshotRecord, 'account' | 'name'>

/**
 * Keeps the snapshots that users save under a name. They are not part of an account's state, so a reset or a restored
 * snapshot does not change them; deleting the account deletes them. Each text is stored in parts, so that no record
 * is long. The record of a snapshot is stored last. Parts without a record come from a save that was interrupted.
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

  /** Removes the parts of interrupted saves. The simulator calls it once at its start, before the first save. */
  removeUnfinished(): void {
    const { snapshots, snapshotParts } = this.#records
    const numbers = new Set([...snapshots.values()].map(({ number }) => number))
    this.#lastNumber = Math.max(0, ...numbers)
    for (const id of [...snapshotParts.keys()])
      if (!numbers.has(Number(id.split('.')[0]))) snapshotParts.delete(id)
  }

  /** Returns the snapshots of an account, the newest first. */
  list(account: string): readonly NamedSnapshotRecord[] {
    const ofAccount = [...this.#records.snapshots.values()].filter((snapshot) => snapshot.account === account)
    return ofAccount.sort((a, b) => b.number - a.number)
  }

  find(place: Place): NamedSnapshotRecord | undefined {
    return this.#records.snapshots.get(joinSnapshotId(place))
  }

  /** Returns the parts of a snapshot's JSON text as they are now. Each part is read only when it is needed. */
  readTexts({ number, parts }: NamedSnapshotRecord): Iterable<string> {
    const { snapshotParts } = this.#records
    return parseStoredTexts(
      Array.from({ length: parts }, (_, part) => snapshotParts.toJson(`${number}.${part}`) ?? '""'),
    )
  }

  /**
   * Begins to save a snapshot. The complete snapshot replaces an earlier one with the same name. Throws
   * VALIDATION.FIELD.INVALID if the account has too many snapshots.
   */
  beginSave(place: Place): SnapshotWriter {
    if (this.find(place) === undefined && this.list(place.account).length >= maxNamedSnapshots)
      refuseField(
        'name',
        `would be the ${maxNamedSnapshots + 1}st snapshot of this account; delete one of its ${maxNamedSnapshots} first`,
      )
    this.#lastNumber += 1
    return this.#createWriter(place, this.#lastNumber)
  }

  /** Deletes a named snapshot. Returns false if there was none. */
  delete(place: Place): boolean {
    const found = this.find(place)
    if (found === undefined) return false
    this.#records.snapshots.delete(joinSnapshotId(place))
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
    const endSave = (): void => {
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
        endSave()
        this.delete(place)
        const record = { ...place, ...times, number, parts, bytes }
        snapshots.set(joinSnapshotId(place), record)
        return record
      },
      abandon: () => {
        endSave()
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

/** Stores the text of a snapshot part by part. The caller must end it by `finish` or `abandon`. */
export interface SnapshotWriter {
  /** Adds a part of the text. Throws VALIDATION.FIELD.INVALID if all snapshots together become too large. */
  add(text: string): void
  /** Stores the record of the snapshot, which then replaces an earlier one of the same name. */
  finish(times: Pick<NamedSnapshotRecord, 'savedAtMs' | 'clockAtMs'>): NamedSnapshotRecord
  /** Removes the parts that were stored. */
  abandon(): void
}

/** Returns the record id of a named snapshot. A name has no slash, so the id is unique. */
function joinSnapshotId({ account, name }: Place): string {
  return `${account}/${name}`
}

function* parseStoredTexts(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield JSON.parse(text)
}
