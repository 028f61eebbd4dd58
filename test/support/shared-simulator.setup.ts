import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { program, type ServingCommand, serveDrydock } from './commands/built-command.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the simulator that test files share; undefined if the command is not built. */
    sharedSimulatorUrl: string | undefined
  }
}

/** Starts the built command once, for all test files that only need accounts of their own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let served: ServingCommand | undefined
  const serve = async (): Promise<void> => {
    served = existsSync(program) ? await serveDrydock(['--quiet']) : undefined
    project.provide('sharedSimulatorUrl', served?.url)
  }
  await serve()
  // In watch mode, the command may have been built again.
  project.onTestsRerun(async () => {
    await served?.stop()
    await serve()
  })
  return async () => {
    if (served === undefined) return
    const { status } = await served.stop()
    if (status !== 0) throw new Error(`The simulator that the test files share ended with ${status}.`)
  }
}
