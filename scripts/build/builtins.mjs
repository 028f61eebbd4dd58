import { isBuiltin } from 'node:module'

/**
 * Makes the bundle import the default export of every built-in module. If it imported single names, an old Node without
 * one of them would fail with a SyntaxError before the check of Node's version runs.
 */
export const builtinsByDefault = {
  name: 'builtins by default',
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind, namespace }) => {
      if (kind !== 'import-statement' || !isBuiltin(path)) return undefined
      const name = path.replace(/^(?!node:)/, 'node:')
      return namespace === 'builtin'
        ? { path: name, external: true }
        : { path: name, namespace: 'builtin', sideEffects: false }
    })
    build.onLoad({ filter: /^/, namespace: 'builtin' }, async ({ path }) => ({
      contents: [
        `import whole from '${path}'`,
        'export default whole',
        ...Object.keys(await import(path))
          .filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name))
          .map(
            (name) =>
              `const its_${name} = /* @__PURE__ */ (() => whole.${name})(); export { its_${name} as ${name} }`,
          ),
      ].join('\n'),
    }))
  },
}
