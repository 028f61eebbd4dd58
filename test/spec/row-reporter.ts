import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Tells what is not proved, and ends with the counts. */
export class RowReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    for (const test of failed) {
      process.stdout.write(`  FAILED ${test.fullName}\n`)
      for (const { message, diff } of test.result().errors ?? [])
        process.stdout.write(indented(stripVTControlCharacters(diff ?? message)))
    }
    // A file that could not be loaded has failed without a test of its own.
    const others = [...errors, ...modules.flatMap((module) => module.errors())]
    for (const { message } of others) process.stdout.write(`  FAILED\n${indented(message)}`)
    const proved = tests.filter((test) => test.result().state === 'passed').length
    process.stdout.write(`\n${proved} proved, ${failed.length + others.length} failed\n`)
  }
}

function indented(text: string): string {
  return `${text.replace(/^/gm, '    ')}\n`
}
