/** User settings that keep the workbench quiet: no welcome, chat, telemetry, updates or prompts. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'editor.accessibilitySupport': 'off',
  'window.confirmBeforeClose': 'never',
  'files.autoSave': 'off',
  'git.enabled': false,
  'remote.autoForwardPorts': false,
};

/** Settings of a test: quiet, every folder trusted, and the results panel opened only by the test itself. */
export const testSettings = {
  ...quietSettings,
  'security.workspace.trust.enabled': false,
  'testing.automaticallyOpenTestResults': 'neverOpen',
};
