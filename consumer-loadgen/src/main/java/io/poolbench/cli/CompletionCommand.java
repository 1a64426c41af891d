package io.poolbench.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "completion",
    hidden = true,
    description = "Print the completion for bash and zsh: source <(./poolbench completion)")
final class CompletionCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    CommandLine root = spec.root().commandLine();
    root.getOut().print(AutoComplete.bash(root.getCommandName(), root));
    root.getOut().flush();
  }
}
