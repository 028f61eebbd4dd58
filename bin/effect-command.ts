import { execFile } from 'node:child_process'
import type { CountEffects } from '../src/conformance/receiver/options.ts'

/**
 * The maximum duration of the user's command that counts the effects of a webhook event; after this time, the command
 * is stopped.
 */
const effectTimeoutMs = 30_000

/**
 * Returns a function that runs the shell command for an event and returns the number that the command prints. It rejects
 * for any other output. The exit status does not matter, because `grep -c` prints 0 with status 1.
 */
export function createEffectCounter(command: string): CountEffects {
  return (labelId) =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, DRYDOCK_LABEL_ID: labelId }
      // The shell calls the first word after the script $0.
      execFile(
        'sh',
        ['-c', command, 'sh', labelId],
        { env, timeout: effectTimeoutMs },
        (error, stdout, stderr) => {
          const printed = stdout.trim()
          if (/^\d{1,15}$/.test(printed)) return resolve(Number(printed))
          const status = error === null ? '' : ` It ended with ${error.code ?? error.signal ?? 'an error'}.`
          const complaint = stderr.trim() === '' ? '' : ` It says: ${stderr.trim().slice(0, 200)}`
          reject(
            new Error(
              `--effect-command must print a whole number, and printed "${printed.slice(0, 100)}".${status}${complaint}`,
            ),
          )
        },
      )
    })
}
