import { defineConfig } from 'oxlint'
import { walls } from './scripts/rooms.ts'

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true },
  ignorePatterns: ['dist/**', 'lib/**', 'test-results/**', 'playwright-report/**', 'data/**'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'import/no-cycle': 'error',
    'import/no-unassigned-import': [
      'error',
      { allow: ['**/*.css', '**/*-styles.ts', '**/contract/messages.ts', '**/act.ts'] },
    ],
    'no-new': 'off',
    'no-underscore-dangle': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-var': 'error',
    'object-shorthand': 'error',
    'prefer-const': 'error',
    'promise/always-return': 'off',
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-generated-empty-object-type': 'off',
    // erasableSyntaxOnly refuses enums, and looking for them takes a third of the time
    'typescript/no-unsafe-enum-assignment': 'off',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: ['src/dashboard/**'],
      plugins: ['react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'no-console': 'error',
        'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
        'jsx-a11y/no-redundant-roles': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        'react/exhaustive-deps': 'error',
        'react/jsx-key': 'error',
        'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
        'react/react-in-jsx-scope': 'off',
        'react/rules-of-hooks': 'error',
      },
    },
    { files: ['src/{edge,service,shared}/**'], env: { node: true }, rules: { 'no-console': 'error' } },
    ...walls,
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing.ts', 'src/{service,edge}/test/**', 'e2e/**'],
      rules: { 'typescript/no-misused-promises': 'off' },
    },
  ],
})
