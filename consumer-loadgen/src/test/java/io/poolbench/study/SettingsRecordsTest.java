package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.CallLimit;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.redis.RedisKind;
import io.poolbench.report.SampleRuns;
import io.poolbench.study.WebSettings.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsRecordsTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0-3", "0-3,8", "7,9-9,4095"})
  void aCpuListInTheFormatOfTheKernelIsAccepted(String list) {
    assertThat(new CpuSets(list, "").provider()).isEqualTo(list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3-0", "0-", "-1", "0,,1", "0-3,", "a", " 0", "0-1-2", "99999"})
  void anInvalidCpuListIsRejected(String list) {
    assertRejected("driver", () -> new CpuSets("", list));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aBoundIsPositiveAndFinite(double bound) {
    assertRejected("tp99", () -> new Sla.Bound("tp99", bound));
  }

  /** Calibration needs a provider that refuses no call. */
  @Test
  void aMeasuredPoolReplacesTheLimitOfCalls() {
    DubboSettings plain = SampleRuns.quick().cells().get(0).dubbo();
    DubboSettings limited =
        Changed.with(plain, "limit", new CallLimit(CallLimit.Kind.EXECUTES, 8, ""));

    assertThat(limited.limitedOnlyBy(plain.pool())).isEqualTo(plain);
  }

  @Test
  void aProviderAtAnyAddressOfThisHostRunsOnIt() throws Exception {
    List<String> own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLinkLocalAddress())
            .map(InetAddress::getHostAddress)
            .toList();

    assertThat(own).isNotEmpty().allMatch(SettingsRecordsTest::isOnThisHost);
    assertThat(isOnThisHost("192.0.2.7")).isFalse();
  }

  private static boolean isOnThisHost(String address) {
    return new RemoteSettings(RpcProtocol.DUBBO, address, 20880, List.of()).isOnThisHost();
  }

  private static void assertRejected(String setting, ThrowingCallable constructor) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(constructor)
        .matches(problem -> problem.setting().equals(setting));
  }

  @ParameterizedTest
  @CsvSource({
    "AUTO, redis://host:6379, EXTERNAL, redis://host:6379",
    "EMBEDDED, redis://host:6379, EMBEDDED, ''",
    "AUTO, '', AUTO, ''"
  })
  void aUriMakesARedisExternalUnlessAnotherKindIsGiven(
      RedisKind kind, String uri, RedisKind resolved, String kept) {
    RedisSettings redis = new RedisSettings(kind, uri, 1, 1, AddedLatency.NONE);

    assertThat(redis.kind()).isEqualTo(resolved);
    assertThat(redis.uri()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"JETTY, 200, 8", "TOMCAT, 200, 10", "TOMCAT, 2, 2"})
  void aContainerKeepsSpringBootsThreadsUnlessItHasFewer(
      ContainerKind container, int threads, int kept) {
    WebServer web = new WebServer(container, threads, 1, 1, 0, null);

    assertThat(web.launch("", "127.0.0.1", 0).minThreads()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "findOrder, true",
    "getUpdateTime, true",
    "isRemoved, true",
    "listByNameAndStatus, true",
    "findByIdAndType, true",
    "findByNameOrEmail, true",
    "findOrderWithItemsAndPrices, true",
    "checkAndGet, true",
    "find(com.example.UpdateRequest), true",
    "query_all, true",
    "saveOrder, false",
    "deduct, false",
    "batchDeduct, false",
    "emptyCart, false",
    "useCouponCard, false",
    "assignAdminRole, false",
    "getOrCreate, false",
    "findAndModify, false",
    "findByIdAndUpdate, false",
    "getWithLock, false",
    "checkAndPay, false",
    "checkAndReduceStock, false",
    "validateAndUseCoupon, false",
    "getAndIncr, false",
    "queryAndRollback, false",
    "loadThenFlush, false",
    "findOrMake, false",
    "checkOut, false",
    "countDown, false",
    "level, false",
    "__, false"
  })
  void aMethodOnlyReadsIfItsNameSaysSo(String method, boolean reads) {
    assertThat(CallSettings.reads(method)).isEqualTo(reads);
  }

  @Test
  void theJarsOfAFolderTakeItsPlaceInAClassPath(@TempDir Path folder) throws IOException {
    Path second = Files.createFile(folder.resolve("b.jar"));
    Path first = Files.createFile(folder.resolve("a.jar"));
    Files.createFile(folder.resolve("a.txt"));
    String absent = folder.resolve("absent") + "/*";

    assertThat(ClassPath.files(List.of("classes", folder + "/*", absent, "c.jar")))
        .containsExactly(Path.of("classes"), first, second, Path.of(absent), Path.of("c.jar"));
  }
}
