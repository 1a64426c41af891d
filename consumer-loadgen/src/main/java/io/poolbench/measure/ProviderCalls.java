package io.poolbench.measure;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.ServiceCalls;
import io.poolbench.http.HttpTargets;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Target;
import io.poolbench.redis.DataSet;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.Cell;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.util.List;

/** Opens clients for the provider of a cell. Thread-safe. */
record ProviderCalls(Cell cell, ServiceCalls calls) implements AutoCloseable {
  /**
   * Reads the classes that the calls need, of a target from where its services have them.
   *
   * @param provider which runs
   */
  static ProviderCalls open(Cell cell, RunningProvider provider)
      throws LabException, InterruptedException {
    List<String> classPath = cell.provider().classPath();
    if (cell.provider() instanceof TargetSettings) {
      classPath = provider.process().orElseThrow().target().classPathHere().orElse(classPath);
    }
    try {
      ServiceCalls calls = ServiceCalls.of(classPath, cell.driver().method());
      require(cell, calls);
      return new ProviderCalls(cell, calls);
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "classes of the target: " + e.getMessage(), e);
    }
  }

  /** Checks the calls again, as the running program may have other classes than its files. */
  private static void require(Cell cell, ServiceCalls calls) throws LabException {
    for (CalledMethod method : cell.driver().method().weighted().keySet()) {
      if (method instanceof CallSettings call) {
        try {
          calls.check(call, cell.provider().protocol(), cell.driver().client());
        } catch (InvalidSettingException e) {
          calls.close();
          throw new LabException(ViolationCode.CALL_FAILED, e.setting() + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** Creates the clients of a provider; {@code reasons} counts why calls fail. */
  Target.Factory targets(DriverSettings driver, Destination provider, FailureReasons reasons) {
    if (cell.provider().speaksHttp()) {
      return HttpTargets.of(driver, provider, reasons);
    }
    DataSet data = new DataSet(cell.redis().records());
    return calls.targets(
        driver,
        cell.provider().protocol(),
        provider,
        new ExpectedUsers(data.records(), data::user),
        reasons);
  }

  @Override
  public void close() {
    calls.close();
  }
}
