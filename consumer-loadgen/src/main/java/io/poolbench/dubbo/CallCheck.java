package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.Cell;
import io.poolbench.study.ClassPath;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.StudyLoader.CellCheck;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Checks calls and their data, once per class path, protocol and client. For one thread. */
public final class CallCheck implements CellCheck {
  /** Spring Boot's launcher of a program whose class path a property extends. */
  private static final String LAUNCHER = ".PropertiesLauncher";

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
    try (ServiceCalls calls = ServiceCalls.of(provider.classPath(), call)) {
      if (call.generic() || calls.has(call.service()) || !loadsFromElsewhere(provider)) {
        calls.check(call, provider.protocol(), client);
      }
    } catch (IOException e) {
      throw new InvalidSettingException(call.setting() + ".service", e.getMessage());
    }
  }

  /**
   * Whether classes may be where only the running program knows: the call is then checked when it
   * runs.
   */
  private static boolean loadsFromElsewhere(ProviderSettings provider) throws IOException {
    if (provider.runsAlready()
        || (provider instanceof TargetSettings target
            && String.valueOf(target.program().main()).endsWith(LAUNCHER))) {
      return true;
    }
    for (Path file : ClassPath.files(provider.classPath())) {
      if (Files.isRegularFile(file)) {
        try (JarFile jar = new JarFile(file.toFile())) {
          Manifest manifest = jar.getManifest();
          if (manifest != null
              && String.valueOf(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
                  .endsWith(LAUNCHER)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
