import type { ActiveRule } from '../rule.ts'
import type { Slots } from './slots.ts'

/** Rules with accounts of their own run side by side; on one account, some have to be alone, those that use it up last. */
export async function runAll(
  rules: readonly ActiveRule[],
  { own, slots, work }: { own: boolean; slots: Slots; work(rule: ActiveRule): Promise<void> },
): Promise<void> {
  const isLoad = ({ needs }: ActiveRule): boolean => needs.includes('load')
  const isAlone = (rule: ActiveRule): boolean => !own && (rule.alone === true || isLoad(rule))
  const waits = ({ needs }: ActiveRule): boolean =>
    needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  const together = rules.filter((rule) => !isAlone(rule))
  const first = [...together.filter(waits), ...together.filter((rule) => !waits(rule))]
  await Promise.all(first.map((rule) => slots.take(() => work(rule))))
  for (const rule of rules.filter((each) => isAlone(each) && !isLoad(each)))
    await slots.take(() => work(rule))
  for (const rule of rules.filter((each) => isAlone(each) && isLoad(each))) await slots.take(() => work(rule))
}
