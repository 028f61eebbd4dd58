import type { BigIntStats } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { codeOf } from './data-file-error.ts'

/** A file whatever it is called: all its names, hard links too, share it, and no other file has it while it is open. */
export type FileIdentity = string

export async function identityOf(handle: FileHandle): Promise<FileIdentity> {
  return named(await handle.stat({ bigint: true }))
}

/** What a path leads to now; null where nothing is there. */
export async function identityAt(path: string): Promise<FileIdentity | null> {
  try {
    return named(await stat(path, { bigint: true }))
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw cause
  }
}

function named({ dev, ino }: BigIntStats): FileIdentity {
  return `${dev}:${ino}`
}

/** The files this process has open, so that it opens none twice under two names. */
const openHere = new Set<FileIdentity>()

/** Whether the file is open for the caller alone now; not if this process has it open already. */
export function claimFile(identity: FileIdentity): boolean {
  if (openHere.has(identity)) return false
  openHere.add(identity)
  return true
}

export function releaseFile(identity: FileIdentity): void {
  openHere.delete(identity)
}
