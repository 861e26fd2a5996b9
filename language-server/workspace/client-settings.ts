import { type Connection, DidChangeConfigurationNotification, type InitializeParams } from 'vscode-languageserver/node';
import { asRecord } from '../../engine/workspace/plain-value';

/** Codes that the setting `rook.diagnostics.disabled` switches off (behaviour §14). Anything but a list of texts counts as none. */
export function disabledIn(setting: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(setting) ? setting.filter((code) => typeof code === 'string') : []);
}

/** The same in what a client sends that tells its settings by itself: `{rook: {diagnostics: {disabled}}}`. */
export function disabledInSettings(settings: unknown): ReadonlySet<string> {
  const rook = asRecord(asRecord(settings)?.rook);
  return disabledIn(asRecord(rook?.diagnostics)?.disabled ?? rook?.['diagnostics.disabled']);
}

/**
 * Follows the settings of the client: asks for them where it can be asked, else takes what it tells.
 * @param changed gets the codes that are switched off, whenever they are others than before.
 */
export function followSettings(
  connection: Connection,
  capabilities: InitializeParams['capabilities'],
  changed: (disabled: ReadonlySet<string>) => void,
): void {
  let before = '';
  const tell = (disabled: ReadonlySet<string>): void => {
    const now = [...disabled].sort().join();
    if (now === before) return;
    before = now;
    changed(disabled);
  };
  const ask = async (): Promise<void> => {
    try {
      tell(disabledIn(await connection.workspace.getConfiguration('rook.diagnostics.disabled')));
    } catch (error) {
      connection.console.warn(`The client does not tell its settings: ${String(error)}`);
    }
  };
  const asked = capabilities.workspace?.configuration === true;
  connection.onDidChangeConfiguration(({ settings }) => {
    if (asked) void ask();
    else tell(disabledInSettings(settings));
  });
  if (!asked) return;
  void ask();
  if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration)
    void connection.client
      .register(DidChangeConfigurationNotification.type, { section: 'rook.diagnostics' })
      .catch((error) => connection.console.warn(`The client does not tell of new settings: ${String(error)}`));
}
