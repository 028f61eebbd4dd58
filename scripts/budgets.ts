import { writeFileSync } from 'node:fs'
import { rules } from '../src/conformance/catalogue.ts'
import { runSuite } from '../src/conformance/runner/run.ts'
import { serveDrydock } from '../test/support/commands/built-command.ts'
import { projectFile } from '../test/support/project.ts'

/** `npm run budgets`: records how many requests each rule sends to the built simulator in its own account. */
const simulator = await serveDrydock(['--quiet'])
try {
  const { report, sent } = await runSuite({ baseUrl: simulator.url })
  if (report.summary.passed !== rules.length)
    throw new Error('Not every rule passes, so no budgets were recorded.')
  const lines = rules.flatMap((rule) => {
    if (rule.kind !== 'active' || rule.explores === true) return []
    const counts = [...(sent.get(rule.id) ?? [])].sort(([one], [other]) => one.localeCompare(other))
    return `  "${rule.id}": { ${counts.map(([name, count]) => `"${name}": ${count}`).join(', ')} }`
  })
  writeFileSync(projectFile('src/conformance/request-budgets.json'), `{\n${lines.join(',\n')}\n}\n`)
  process.stdout.write(`${lines.length} rules\n`)
} finally {
  await simulator.stop()
}
