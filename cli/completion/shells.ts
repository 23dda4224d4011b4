import type { Command, Options } from "../command/command.ts";
import { choicesOf, completed, placesOf } from "./words.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export function completionFor(shell: Shell, commands: readonly Command[], common: Options): string {
  return { bash, zsh, fish }[shell](commands, common);
}

/** Quotes text for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bash(commands: readonly Command[], common: Options): string {
  const all = completed(commands, common);
  const choices = Array.from(
    choicesOf(all),
    ([option, values]) => `    ${option}) words=${quoted(values.join(" "))} ;;`,
  );
  const places = placesOf(commands).map(
    ({ words, next }) => `      ${quoted(words)}) words=${quoted(next.map(({ word }) => word).join(" "))} ;;`,
  );
  const lines = all.map(({ name, options, args, takesFile }) => {
    const words = [...options.map(([option]) => `--${option}`), ...args.flatMap(({ choices: some = [] }) => some)];
    const files = takesFile ? " files=1" : "";
    return `      ${quoted(name)}*) words=${quoted(words.join(" "))}${files} ;;`;
  });
  return `# bash completion for hoplog: source <(hoplog completion bash)
_hoplog() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" words="" files="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] || command+="\${command:+ }\${COMP_WORDS[i]}"
  done
  case "$prev" in
${choices.join("\n")}
    *)
      case "$command" in
${[...places, ...lines].join("\n")}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files && $cur != -* ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _hoplog hoplog
`;
}

function zsh(commands: readonly Command[], common: Options): string {
  const described = (word: string, help: string) => quoted(`${word}:${help}`.replaceAll("\n", " "));
  const all = completed(commands, common);
  const choices = Array.from(
    choicesOf(all),
    ([option, values]) => `    ${option}) compadd -- ${values.map(quoted).join(" ")}; return ;;`,
  );
  const places = placesOf(commands).map(
    ({ words, next }) =>
      `    ${quoted(words)}) found=(${next.map(({ word, help }) => described(word, help)).join(" ")}) ;;`,
  );
  const lines = all.map(({ name, options, args, takesFile }) => {
    const words = [
      ...options.map(([option, { help }]) => described(`--${option}`, help)),
      ...args.flatMap(({ choices: some = [] }) => some.map(quoted)),
    ];
    return `    ${quoted(name)}*) found=(${words.join(" ")})${takesFile ? "; _files" : ""} ;;`;
  });
  return `#compdef hoplog
# zsh completion for hoplog: source <(hoplog completion zsh)
_hoplog() {
  local -a found
  local command="\${(j: :)\${(@)words[2,CURRENT-1]:#-*}}"
  case "\${words[CURRENT-1]}" in
${choices.join("\n")}
  esac
  case "$command" in
${[...places, ...lines].join("\n")}
  esac
  _describe 'hoplog' found
}
if [ "$funcstack[1]" = "_hoplog" ]; then _hoplog "$@"; else compdef _hoplog hoplog; fi
`;
}

function fish(commands: readonly Command[], common: Options): string {
  const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const places = placesOf(commands).flatMap(({ words, next }) =>
    next.map(
      ({ word, help }) =>
        `complete -c hoplog -n ${literal(`__hoplog_is ${literal(words)}`)} -f -a ${word} -d ${literal(help)}`,
    ),
  );
  const lines = completed(commands, common).flatMap(({ name, options, args, takesFile }) => {
    const when = `-n ${literal(`__hoplog_begins ${literal(name)}`)}`;
    const named = options.map(([option, { help, type, short, choices }]) => {
      const value = choices ? ` -x -a ${literal(choices.join(" "))}` : type === "string" ? " -x" : "";
      return `complete -c hoplog ${when} -l ${option}${short ? ` -s ${short}` : ""}${value} -d ${literal(help)}`;
    });
    const words = args.flatMap(({ choices = [] }) => choices);
    const given = words.length > 0 ? [`complete -c hoplog ${when} -f -a ${literal(words.join(" "))}`] : [];
    return [...named, ...given, ...(takesFile ? [`complete -c hoplog ${when} -F`] : [])];
  });
  return `# fish completion for hoplog: hoplog completion fish | source
function __hoplog_words
  set -l found
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or set -a found $word
  end
  string join ' ' $found
end
function __hoplog_is
  test (__hoplog_words | string collect --allow-empty) = "$argv[1]"
end
function __hoplog_begins
  string match -q -- "$argv[1]*" (__hoplog_words | string collect --allow-empty)
end
complete -c hoplog -f
${[...places, ...lines].join("\n")}
`;
}
