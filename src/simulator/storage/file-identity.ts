import type { BigIntStats } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { codeOf } from './data-file/data-file-error.ts'

/**
 * Identifies a file under any of its names, hard links included. No other file has the same identity while it is
 * open.
 */
export type FileIdentity = string

/** Returns the identity of an open file. */
export async function identityOf(handle: FileHandle): Promise<FileIdentity> {
  return identityName(await handle.stat({ bigint: true }))
}

/** Returns the identity of the file at a path; null if there is none. */
export async function identityAt(path: string): Promise<FileIdentity | null> {
  try {
    return identityName(await stat(path, { bigint: true }))
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw cause
  }
}

function identityName({ dev, ino }: BigIntStats): FileIdentity {
  return `${dev}:${ino}`
}

/** The files that this process has open, so that it opens none twice under two names. */
const openHere = new Set<FileIdentity>()

/** Claims a file; returns false if this process has it open already. */
export function claimFile(identity: FileIdentity): boolean {
  if (openHere.has(identity)) return false
  openHere.add(identity)
  return true
}

/** Ends a claim. */
export function releaseFile(identity: FileIdentity): void {
  openHere.delete(identity)
}
