import { durationText } from '../duration.ts'
import { headerVariable } from '../http/curl.ts'
import { shellWord } from '../http/shell-word.ts'
import type { ConformanceOptions } from '../options.ts'
import type { Rule } from '../rule.ts'
import type { SimpleNeed } from '../target/need.ts'

/** The command that runs these rules again in the same way. It holds no keys or secrets, which come from environment variables. */
export function rerunCommand(options: ConformanceOptions, rules: readonly Rule[]): string {
  const needs = rules.flatMap((rule) => (rule.kind === 'active' ? rule.needs : [])).flat()
  const isNeeded = (name: SimpleNeed): boolean => needs.some((need) => need === name)
  const words = ['drydock', 'conformance', options.baseUrl]
  const give = (name: string, value: string | undefined): void => {
    if (value !== undefined) words.push(name, value)
  }
  for (const { id } of rules) give('--only', id)
  if (options.control !== 'auto') give('--control', options.control)
  give('--profile', options.profileFile)
  if (options.pace === 'off') {
    words.push('--pace', 'off')
    if (options.allowLoad === true && !isNeeded('load')) words.push('--allow-load')
  }
  if (options.allowHttp === true) words.push('--allow-http')
  if (isNeeded('spend') && options.allowSpend === true) {
    words.push('--allow-spend')
    give('--max-spend', options.maxSpendCents?.toString())
  }
  if (isNeeded('load') && options.allowLoad === true) words.push('--allow-load')
  if (rules.some((rule) => rule.kind === 'active' && rule.explores === true)) {
    give('--explore', options.explore)
    give('--explore-seed', options.exploreSeed?.toString())
  }
  const waits = needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  if (waits && options.allowWaitMs !== undefined) give('--allow-wait', durationText(options.allowWaitMs))
  if (isNeeded('inbox')) {
    give('--webhook-listen', options.webhookListen)
    give('--webhook-public-url', options.webhookPublicUrl)
  }
  if (options.timeoutMs !== undefined && options.timeoutMs !== 30_000)
    give('--timeout', durationText(options.timeoutMs))
  const headers = Object.keys(options.headers ?? {}).map(
    (name) => `--header "${name}: $${headerVariable(name)}"`,
  )
  return [...words.map(shellWord), ...headers].join(' ')
}
