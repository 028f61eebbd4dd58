import type { BigIntStats } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { readErrorCode } from './data-file/data-file-error.ts'

/**
 * Identifies a file under any of its names, hard links included. No other file has the same identity while it is
 * open.
 */
export type FileIdentity = string

/** Returns the identity of an open file. */
export async function readIdentity(handle: FileHandle): Promise<FileIdentity> {
  return formatIdentity(await handle.stat({ bigint: true }))
}

/** Returns the identity of the file at a path; null if there is none. */
export async function readIdentityAt(path: string): Promise<FileIdentity | null> {
  try {
    return formatIdentity(await stat(path, { bigint: true }))
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return null
    throw cause
  }
}

function formatIdentity({ dev, ino }: BigIntStats): FileIdentity {
  return `${dev}:${ino}`
}

/** The files that this process has open, so that it opens none twice under two names. */
const openIdentities = new Set<FileIdentity>()

/** Claims a file; returns false if this process has it open already. */
export function claimFile(identity: FileIdentity): boolean {
  if (openIdentities.has(identity)) return false
  openIdentities.add(identity)
  return true
}

/** Ends this process's claim of a file. */
export function releaseFile(identity: FileIdentity): void {
  openIdentities.delete(identity)
}
