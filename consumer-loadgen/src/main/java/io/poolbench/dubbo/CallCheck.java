package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ProviderSettings;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks calls and their data, once per class path, protocol and client. For one thread. */
public final class CallCheck implements CellCheck {
  private record Checked(
      List<String> classPath, RpcProtocol protocol, String client, CallSettings call) {}

  private final Set<Checked> checked = new HashSet<>();

  @Override
  public void check(Cell cell) {
    ProviderSettings provider = cell.provider();
    String client = cell.driver().client();
    for (CalledMethod method : cell.driver().method().weighted().keySet()) {
      if (method instanceof CallSettings call
          && checked.add(new Checked(provider.classPath(), provider.protocol(), client, call))) {
        check(provider, call, client);
      }
    }
  }

  private static void check(ProviderSettings provider, CallSettings call, String client) {
    try (TargetClasses classes = TargetClasses.of(provider.classPath(), call)) {
      MeasuredCall measured = TargetCall.of(call, classes);
      if (provider.protocol() == RpcProtocol.TRI) {
        requireUnary(measured, call);
      }
      if (!ClientKind.sends(client, measured)) {
        throw new InvalidSettingException(
            call.setting() + ".arguments",
            "'${#}' with driver.client " + client + " (valid: with wire)");
      }
    } catch (IOException e) {
      throw new InvalidSettingException(call.setting() + ".service", e.getMessage());
    }
  }

  private static void requireUnary(MeasuredCall measured, CallSettings call) {
    try {
      TriCodec.requireUnary(measured);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(call.setting() + "." + e.setting(), e.getMessage());
    }
  }
}
