import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcome, type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { stopChecksOfUrl } from '../support/described-answers.ts'
import { TestClient } from '../support/test-client.ts'
import type { LoopPace, ProcessHealth } from './watch.ts'

/** The built command that the fuzz test attacks, with a data file and a script that watches its process. */
export interface Target {
  readonly url: string
  readonly port: number
  /** The client for requests that the fuzz test makes for its checks, which are not mutated. */
  readonly service: TestClient
  ending(): Outcome | undefined
  /** Returns the text on stderr since the command was started. */
  complaints(): string
  pace(): Promise<LoopPace>
  health(): Promise<ProcessHealth>
  /** Stops the command and starts it again with its data file. */
  restart(): Promise<Target>
  close(): Promise<void>
}

export interface TargetOptions {
  readonly preloads: readonly string[]
  /** The folder of the data file, for a target that is restarted. */
  readonly folder?: string
}

export async function openTarget(options: TargetOptions): Promise<Target> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'drydock-fuzz-'))
  const started = await serveDrydock(
    ['--quiet', '--data', join(folder, 'drydock.data'), '--rate-limits', 'off', '--clock', 'frozen'],
    {
      preloads: options.preloads,
      nodeOptions: ['--expose-gc'],
    },
  )
  // A preloaded script may add the planted defects that the fuzz test must find.
  if (options.preloads.some((preload) => preload.includes('planted'))) stopChecksOfUrl(started.url)
  const service = new TestClient(started.url)
  const stop = async (): Promise<void> => {
    await started.stop()
  }
  return {
    url: started.url,
    port: Number(new URL(started.url).port),
    service,
    ending: started.outcome,
    complaints: started.complaints,
    pace: () => askWatchScript(started, 'pace'),
    health: () => askWatchScript(started, 'health'),
    restart: async () => {
      await stop()
      return openTarget({ ...options, folder })
    },
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function askWatchScript<Told>({ child, ended }: ServingCommand, question: string): Promise<Told> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: Told) => resolve(message))
    void ended.then(() => reject(new Error('The process of the simulator has ended.')))
    child.send(question)
  })
}
